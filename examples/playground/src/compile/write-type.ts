import { typescript as ts } from 'monaco-editor/languages/features/typescript/lib/typescriptServices.js';
import type { Symbol as Property, SourceFile, Type, TypeChecker } from 'typescript';
import { findResult } from './find-result';

const WIDTH = 64;

/** Writes the awaited type of a query's result. */
export function writeType(file: SourceFile, checker: TypeChecker): string | undefined {
  const result = findResult(file);
  if (!result) return undefined;
  const type = checker.getTypeAtLocation(result.value);
  return new TypeWriter(checker).write(checker.getAwaitedType(type) ?? type);
}

/**
 * Writes types in a readable form: properties in the order of their declaration, short objects on one line. The compiler's
 * own writer does neither.
 */
class TypeWriter {
  readonly #checker: TypeChecker;

  constructor(checker: TypeChecker) {
    this.#checker = checker;
  }

  write(type: Type, indent = ''): string {
    const element = this.#elementOf(type);
    if (element) return `${this.write(element, indent)}[]`;
    if (type.isUnion() && type.types.some((part) => this.#isShape(part)))
      return [...type.types]
        .sort((a, b) => (a.flags & ts.TypeFlags.Null) - (b.flags & ts.TypeFlags.Null))
        .map((part) => this.write(part, indent))
        .join(' | ');
    return this.#isShape(type) ? this.#writeShape(type, indent) : this.#name(type);
  }

  #writeShape(type: Type, indent: string): string {
    const properties = [...this.#checker.getPropertiesOfType(type)].sort(
      (a, b) => placeOf(a) - placeOf(b),
    );
    const lines = (inner: string) =>
      properties.map((property) => {
        const optional = property.flags & ts.SymbolFlags.Optional ? '?' : '';
        return `${property.name}${optional}: ${this.write(this.#checker.getTypeOfSymbol(property), inner)}`;
      });
    const line = `{ ${lines(indent).join('; ')} }`;
    if (indent.length + line.length <= WIDTH && !line.includes('\n')) return line;
    const inner = `${indent}  `;
    return `{\n${lines(inner)
      .map((property) => `${inner}${property};\n`)
      .join('')}${indent}}`;
  }

  /** The type of the elements of an array of shapes. */
  #elementOf(type: Type): Type | undefined {
    const element = this.#checker.isArrayType(type)
      ? this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number)
      : undefined;
    return element && this.#isShape(element) ? element : undefined;
  }

  /** Whether a type is an object type without a name. */
  #isShape = (type: Type): boolean =>
    Boolean(type.flags & ts.TypeFlags.Object) &&
    type.symbol?.name === ts.InternalSymbolName.Type &&
    type.getCallSignatures().length === 0;

  #name = (type: Type): string =>
    this.#checker.typeToString(
      type,
      undefined,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope,
    );
}

const placeOf = (property: Property): number =>
  property.declarations?.[0]?.pos ?? Number.MAX_SAFE_INTEGER;
