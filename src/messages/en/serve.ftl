### `tsume serve`.

## src/cli/serve

serve-cannot-listen = cannot listen on { $address }: { $error }
serve-no-token = no random numbers for the address: { $why }
serve-end-by = Open this address in the browser. Ctrl-C ends the server.
serve-warning = warning: others can reach { $address }. Whoever knows the whole address can use this computer, and the connection is not encrypted.
serve-cannot-open = no program here opens a browser; open the address yourself
serve-forbidden = this request does not come from the page
serve-wrong-address = there is nothing here; open the whole address that tsume serve printed
serve-wrong-type = the request is not application/json
serve-body-refused = the request is too large, too slow, or not UTF-8
serve-busy = too many searches wait already
serve-search-failed = the search ended without an answer; please report this
