### Diagnostics about YAML documents.

text-error = error
text-help = help
