#!/bin/sh
# Drives the mock with curl. Start it first:
# npx payments-data-client mock --key test-key
set -eu
mock=${MOCK_URL:-http://127.0.0.1:4010}

# Sends a call to the mock: drive POST reset
drive() {
  curl --fail-with-body --silent --show-error -X "$1" -H 'X-Mock-Control: 1' \
    -H 'Content-Type: application/json' -d "${3-}" "$mock/_mock/$2"
}

balances() {
  curl --silent --get -H 'Authorization: APIKey test-key' "$mock/v1/balances" \
    --data-urlencode "where=name:'Rent'" \
    --data-urlencode 'include=name:true,balance:true'
}

curl --fail --silent --retry 50 --retry-connrefused --retry-delay 1 \
  "$mock/_mock/ready" # {}
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
