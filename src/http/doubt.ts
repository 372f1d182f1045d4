/** Methods of which sending twice does what sending once does. A DELETE is not: its 404 could not be read any more. */
export const isRepeatable = (method: string): boolean => /^(GET|HEAD|PUT)$/.test(method);

/** What a message must add where a change may have been made though its answer is lost. */
export const checkBeforeRetry = (method: string): string =>
  isRepeatable(method)
    ? ''
    : ` It may have been ${method === 'DELETE' ? 'deleted' : 'done'} all the same: look before you repeat it.`;
