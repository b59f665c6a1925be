### Diagnostics about YAML documents.

text-error = エラー
text-help = ヒント
