// Moved to `filter.ts`; goes with its last importer.
export * from './filter.js';
