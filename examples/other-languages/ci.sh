#!/usr/bin/env bash
# What CI runs: starts the mock, checks it with curl, and runs the tests in
# Python. If a check fails, it prints each request, and why it found no row.
# bash node_modules/payments-data-client/examples/other-languages/ci.sh
set -euo pipefail

export PAYMENTS_API_KEY=test-key
log=$(mktemp)
npx payments-data-client mock --port 0 --key $PAYMENTS_API_KEY >"$log" &
mock=$!

stop() {
  status=$?
  kill $mock 2>/dev/null && wait $mock || true
  [ $status = 0 ] || cat "$log" >&2
  rm "$log"
  exit $status
}
trap stop EXIT

# Port 0 is any free port. The mock prints its URL when it is ready.
until PAYMENTS_URL=$(grep --only-matching 'Ready: .*' "$log"); do
  kill -0 $mock 2>/dev/null || exit 1 # it did not start
  sleep 0.1
done
export PAYMENTS_URL=${PAYMENTS_URL#Ready: }

# Sends a call to the mock: control reset '{}'
control() {
  curl --fail-with-body --silent --show-error --write-out '\n' --data "$2" \
    -H 'X-Mock-Control: 1' -H 'Content-Type: application/json' \
    "$PAYMENTS_URL/_mock/$1"
}

# Prints the balances with a name, and the status.
balances() {
  curl --silent --get -H "Authorization: APIKey $PAYMENTS_API_KEY" \
    --data-urlencode "where=name:'$1'" --data-urlencode 'include=balance:true' \
    --write-out ' %{http_code}' "$PAYMENTS_URL/v1/balances"
}

# Fails unless a text has a part: expect '[]' "$text"
expect() {
  [[ $2 == *"$1"* ]] || { echo "expected $1, got $2" >&2; exit 1; }
}

snapshot=$(control snapshot '{}') # {"name":"snapshot-1"}
control data '{ "balances": [{ "name": "Rent", "balance": "10.50" }] }'
expect '"balance":"10.50"' "$(balances Rent)"

control fail '{ "path": "/v1/balances", "status": 503, "times": 1 }'
expect 503 "$(balances Rent)"
expect 200 "$(balances Rent)"

control restore "$snapshot"
expect '[] 200' "$(balances Rent)"
control reset '{}'

python3 "$(dirname "$0")/test_payments.py"
