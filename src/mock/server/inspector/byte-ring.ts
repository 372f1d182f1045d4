/**
 * A ring buffer: keeps the latest bytes in one block of memory. The block is outside the heap, so that
 * the garbage collector has nothing to move, and its pages cost memory only once they are used.
 */
export class ByteRing {
  readonly #bytes: Buffer<ArrayBuffer>;
  /** Where the next write begins. It grows forever; the index in the block is the remainder. */
  #end = 0;

  constructor(readonly size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** @returns The position of the bytes, of which there are at most {@link size}. */
  write(bytes: Uint8Array): number {
    const start = this.#reserve(bytes.length);
    this.#bytes.set(bytes, start % this.size);
    return start;
  }

  /** Writes text whose characters are bytes, as those of URLs and headers are. */
  writeLatin1(text: string): number {
    const start = this.#reserve(text.length);
    this.#bytes.write(text, start % this.size, 'latin1');
    return start;
  }

  /** Whether the bytes at a position have not been overwritten. */
  has(start: number): boolean {
    return this.#end - start <= this.size;
  }

  /** A copy of the bytes at a position, as long as {@link has} says that they are there. */
  read(start: number, length: number): Buffer<ArrayBuffer> {
    const index = start % this.size;
    return Buffer.from(this.#bytes.subarray(index, index + length));
  }

  /** Bytes are contiguous: those that do not fit before the end of the block go to its beginning. */
  #reserve(length: number): number {
    const rest = this.size - (this.#end % this.size);
    const start = length > rest ? this.#end + rest : this.#end;
    this.#end = start + length;
    return start;
  }
}
