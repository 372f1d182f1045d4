import type { editor, Uri } from 'monaco-editor/editor/editor.api.js';
import { getTypeScriptWorker } from 'monaco-editor/languages/features/typescript/register.js';
import type { CompileWorker } from '../compile/compile-worker';
import type { CompiledQuery } from '../compile/compiled-query';
import { compilerReady } from './configure-compiler';

/** Compiles the text of the editor; resolves to `undefined` if the text has changed meanwhile. */
export async function compileQuery(model: editor.ITextModel): Promise<CompiledQuery | undefined> {
  const version = model.getVersionId();
  await compilerReady;
  const workerOf = await getTypeScriptWorker();
  const worker = (await workerOf(model.uri as Uri)) as unknown as CompileWorker; // `startWorkers` starts this class
  const compiled = await worker.compileQuery(model.uri.toString());
  return model.getVersionId() === version ? compiled : undefined;
}
