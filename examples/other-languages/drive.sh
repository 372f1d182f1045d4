#!/bin/sh
# Drives the mock with curl. Start it first:
# npx payments-data-client mock --key test-key
set -eu
mock=${MOCK_URL:-http://127.0.0.1:4010}

# Sends a call to the mock: drive POST reset
drive() {
  curl --fail-with-body --silent --show-error --write-out '\n' -X "$1" \
    -d "${3-}" -H 'X-Mock-Control: 1' -H 'Content-Type: application/json' \
    "$mock/_mock/$2"
}

balances() {
  curl --silent --write-out '\n' --get -H 'Authorization: APIKey test-key' \
    --data-urlencode "where=name:'Rent'" \
    --data-urlencode 'include=name:true,balance:true' "$mock/v1/balances"
}

curl --fail --silent --retry 9 --retry-connrefused --retry-delay 1 \
  "$mock/_mock/ready" # {}
echo
drive POST reset # {}
snapshot=$(drive POST snapshot) # {"name":"snapshot-1"}
drive POST data '{ "balances": [{ "name": "Rent", "balance": "10.50" }] }'
balances # [{"id":"…","name":"Rent","balance":"10.50"}]
drive POST restore "$snapshot"
balances # []
drive GET requests # why the list is empty: see "explanation"
drive POST fail '{ "path": "/v1/balances", "status": 503, "times": 1 }'
balances # {"errors":["…"]}
drive POST reset
