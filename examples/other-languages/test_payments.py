"""Tests of a Python program against the mock, with pytest or python3 alone.

Start the mock first: npx payments-data-client mock --key test-key
"""

import json
import os
import unittest
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

MOCK = os.environ.get("MOCK_URL", "http://127.0.0.1:4010")


# The program under test. It would read the URL and the key from its settings.


def balances_above(amount):
    """Returns the balances of at least an amount, largest first."""
    query = urlencode(
        {
            "where": json.dumps({"balance": {"gte": amount}}),
            "include": json.dumps({"name": True, "balance": True}),
            "order_by": "balance:desc",
        }
    )
    headers = {"Authorization": "APIKey test-key"}
    url = f"{MOCK}/v1/balances?{query}"
    with urlopen(Request(url, headers=headers)) as response:
        return json.load(response)


# The tests drive the mock with the calls below /_mock.


def drive(call, body=None):
    """Sends a call such as `POST reset` to the mock."""
    method, name = call.split()
    headers = {"X-Mock-Control": "1", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{MOCK}/_mock/{name}", data, headers, method=method)
    with urlopen(request) as response:
        return json.load(response)


class TestBalances(unittest.TestCase):
    def setUp(self):
        drive("POST reset")

    def test_finds_an_inserted_balance(self):
        rent = {"name": "Rent", "balance": "900000.50"}
        drive("POST data", {"balances": [rent]})
        names = [row["name"] for row in balances_above("900000.00")]
        self.assertEqual(names, ["Rent"])

    def test_passes_an_error_on(self):
        drive("POST fail", {"path": "/v1/balances", "status": 503, "times": 1})
        with self.assertRaises(HTTPError) as caught:
            balances_above("0")
        self.assertEqual(caught.exception.code, 503)
        self.assertGreater(len(balances_above("0")), 0)

    def test_sees_the_rows_of_a_snapshot_again(self):
        before = balances_above("0")
        snapshot = drive("POST snapshot")
        drive("POST data", {"balances": [{"balance": "1.00"}]})
        self.assertEqual(len(balances_above("0")), len(before) + 1)
        drive("POST restore", snapshot)
        self.assertEqual(balances_above("0"), before)

    def test_says_why_a_list_is_empty(self):
        self.assertEqual(balances_above("900000.00"), [])
        request = drive("GET requests")[-1]
        self.assertEqual(request["rows"], 0)
        print(*request["explanation"])


if __name__ == "__main__":
    unittest.main()
