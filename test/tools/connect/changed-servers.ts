import type { ChangedServer } from './servers/changed-server.js';
import { dateServers, numberServers, textServers } from './servers/comparison-servers.js';
import { emptyListServers, emptyObjectServers } from './servers/empty-value-servers.js';
import { includeRelationServers } from './servers/include-relation-servers.js';
import { includeServers } from './servers/include-servers.js';
import { jsonServers } from './servers/json-servers.js';
import { lenientServers } from './servers/lenient-servers.js';
import { listServers } from './servers/list-servers.js';
import { logicServers, nullServers } from './servers/null-and-logic-servers.js';
import { relationServers } from './servers/relation-servers.js';
import {
  authenticationServers,
  harmlessServers,
  responseServers,
} from './servers/response-servers.js';
import { strictServers } from './servers/strict-servers.js';
import { syntaxServers } from './servers/syntax-servers.js';
import { unknownNameServers } from './servers/unknown-name-servers.js';

/** Services that each read filters in another way. */
export const serversByFilter: readonly ChangedServer[] = [
  ...textServers,
  ...numberServers,
  ...dateServers,
  ...nullServers,
  ...emptyListServers,
  ...emptyObjectServers,
  ...logicServers,
  ...relationServers,
  ...jsonServers,
  ...strictServers,
];

/** Services that each differ from the mock in something else. */
export const serversByResponse: readonly ChangedServer[] = [
  ...includeServers,
  ...includeRelationServers,
  ...unknownNameServers,
  ...lenientServers,
  ...listServers,
  ...syntaxServers,
  ...responseServers,
  ...authenticationServers,
  ...harmlessServers,
];
