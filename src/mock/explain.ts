import type { JsonObject } from '../schema/field.js';
import type { Page, ReadQuery } from './list-rows.js';
import type { MockService } from './service.js';

export const explainList = (query: ReadQuery, page: Page, service: MockService): string[] => [];
export const explainInclude = (
  query: ReadQuery,
  rows: readonly JsonObject[],
  service: MockService,
): string[] => [];
