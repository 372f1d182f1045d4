const { enumeration, extendSchema, paymentsSchema } = require('payments-data-client');

exports.schema = extendSchema(paymentsSchema, {
  transactions: { fields: { channel: enumeration('web', 'shop') } },
});
