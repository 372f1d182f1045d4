import { initialize } from 'monaco-editor/editor/editor.worker.js';
import { typescript as ts } from 'monaco-editor/languages/features/typescript/lib/typescriptServices.js';
import { TypeScriptWorker } from 'monaco-editor/languages/features/typescript/ts.worker.js';
import type { Diagnostic } from 'typescript';
import type { CompiledQuery, Problem } from './compiled-query';
import { writeScript } from './write-script';
import { writeType } from './write-type';

/** The editor's compiler, extended: it also turns a query into a script and names the type of its result. */
export class CompileWorker extends TypeScriptWorker {
  async compileQuery(fileName: string): Promise<CompiledQuery> {
    const service = this.getLanguageService();
    const program = service.getProgram();
    const file = program?.getSourceFile(fileName);
    if (!program || !file) return { problems: [], script: undefined, type: undefined };
    const syntax = service.getSyntacticDiagnostics(fileName);
    if (syntax.length > 0)
      return { problems: syntax.map(readProblem), script: undefined, type: undefined };
    return {
      problems: service.getSemanticDiagnostics(fileName).map(readProblem),
      script: writeScript(file),
      type: writeType(file, program.getTypeChecker()),
    };
  }
}

function readProblem({ file, start, messageText }: Diagnostic): Problem {
  const place = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0, character: 0 };
  return {
    line: place.line + 1,
    column: place.character + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  };
}

self.onmessage = () => {
  initialize((context, createData) => new CompileWorker(context, createData));
};
