import type { editor, Uri } from 'monaco-editor/editor/editor.api.js';
import { getTypeScriptWorker } from 'monaco-editor/languages/features/typescript/register.js';
import type { CompileWorker } from '../compile/compile-worker';
import type { CompiledQuery } from '../compile/compiled-query';

import { compilerReady } from './configure-compiler';

/** Compiles what stands in the editor; resolves to nothing where the text has changed meanwhile. */
export async function compileQuery(model: editor.ITextModel): Promise<CompiledQuery | undefined> {
  const version = model.getVersionId();
  await compilerReady;
  const workerOf = await getTypeScriptWorker();
  const worker = (await workerOf(model.uri as Uri)) as unknown as CompileWorker; // the one of `startWorkers`
  const compiled = await worker.compileQuery(model.uri.toString());
  return model.getVersionId() === version ? compiled : undefined;
}
