/** A name that `include` accepts; `assertSchema` rejects the others. */
export const isUsableName = (name: string): boolean =>
  !/^$|[,:]|^\d+$|\p{Surrogate}/u.test(name) && !['__proto__', 'AND', 'OR'].includes(name);
