/** The query string as `fetch` sends it: the URL standard percent-encodes more characters. */
export const asSent = (search) => new URL(`https://api.example.com/?${search}`).search.slice(1);

/** The parameters of a query with the service's names. */
export const parametersOf = ({ where, include, orderBy, take, skip }) =>
  Object.entries({
    where,
    include,
    order_by:
      orderBy &&
      Object.entries(orderBy)
        .map((pair) => pair.join(':'))
        .join(),
    take,
    skip,
  }).filter(([, value]) => value !== undefined);
