"""Tests of a Python program against the mock, with unittest or pytest.

ci.sh starts the mock, and runs them: bash ci.sh
"""

import json
import os
import unittest
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

URL = os.environ["PAYMENTS_URL"]
API_KEY = os.environ["PAYMENTS_API_KEY"]


# The program under test.


def balances_above(amount):
    """Returns the balances of at least an amount, largest first."""
    query = urlencode(
        {
            "where": json.dumps({"balance": {"gte": amount}}),
            "include": json.dumps({"name": True, "balance": True}),
            "order_by": "balance:desc",
        }
    )
    headers = {"Authorization": f"APIKey {API_KEY}"}
    url = f"{URL}/v1/balances?{query}"
    with urlopen(Request(url, headers=headers)) as response:
        return json.load(response)


# The tests control the mock with the calls below /_mock.


def control(name, body=None, method="POST"):
    """Sends a call such as `reset` to the mock."""
    headers = {"X-Mock-Control": "1", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{URL}/_mock/{name}", data, headers, method=method)
    with urlopen(request) as response:
        return json.load(response)


class TestBalances(unittest.TestCase):
    def setUp(self):
        control("reset")

    def assert_names(self, amount, names):
        """A failure shows the request, and why it found no row."""
        found = [row["name"] for row in balances_above(amount)]
        request = control("requests", method="GET")[-1]
        self.assertEqual(found, names, request)

    def test_finds_an_inserted_balance(self):
        rent = {"name": "Rent", "balance": "900000.50"}
        control("data", {"balances": [rent]})
        self.assert_names("900000.00", ["Rent"])

    def test_passes_an_error_on(self):
        control("fail", {"path": "/v1/balances", "status": 503, "times": 1})
        with self.assertRaises(HTTPError) as caught:
            balances_above("0")
        self.assertEqual(caught.exception.code, 503)
        self.assertGreater(len(balances_above("0")), 0)

    def test_sees_the_rows_of_a_snapshot_again(self):
        before = balances_above("0")
        snapshot = control("snapshot")
        control("data", {"balances": [{"balance": "1.00"}]})
        self.assertEqual(len(balances_above("0")), len(before) + 1)
        control("restore", snapshot)
        self.assertEqual(balances_above("0"), before)

    def test_learns_why_a_list_is_empty(self):
        self.assertEqual(balances_above("900000.00"), [])
        request = control("requests", method="GET")[-1]
        self.assertEqual(request["where"], {"balance": {"gte": "900000.00"}})
        self.assertEqual(request["rows"], 0)
        self.assertIn("`balance` is at most", request["explanation"][1])


if __name__ == "__main__":
    unittest.main()
