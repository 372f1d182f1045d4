const INTERVAL = 500; // milliseconds

/** Sends a control call to the mock. @throws Error with the message of the mock. */
export async function call<Result>(method: 'GET' | 'POST', name: string, body?: object) {
  const response = await fetch(`/_mock/${name}`, {
    method,
    headers: { 'X-Mock-Control': '1', ...(body && { 'Content-Type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  }).catch(() => {
    throw new Error('The mock does not respond. Start it again.');
  });
  const result = await response.json();
  if (!response.ok) throw new Error(result.errors[0]);
  return result as Result;
}

/**
 * Reads from the mock again and again, until the returned function is called. A result that equals
 * the last result is not reported again.
 */
export function poll<Result>(
  read: () => Promise<Result>,
  onResult: (result: Result) => void,
  onError: (error: Error) => void,
): () => void {
  let timer: number | undefined;
  let isStopped = false;
  let last = '';
  const next = async () => {
    try {
      const result = await read();
      const text = JSON.stringify(result);
      if (!isStopped && text !== last) onResult(result);
      last = text;
    } catch (error) {
      last = '';
      if (!isStopped) onError(error as Error); // `call` throws nothing else
    }
    if (!isStopped) timer = setTimeout(next, INTERVAL);
  };
  next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
