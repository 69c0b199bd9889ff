/** Byte blocks shared by many entries, counted by reference: one workspace's ids are stored once, not once a link. */
export class OwnerTable {
  private readonly ids = new Map<string, number>();
  private readonly blocks: (Buffer | undefined)[] = [];
  private readonly references: number[] = [];
  private readonly free: number[] = [];

  get size(): number {
    return this.ids.size;
  }

  acquire(block: Buffer): number {
    const key = block.toString('latin1');
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.free.pop() ?? this.blocks.length;
      this.ids.set(key, id);
      // A copy: the caller's may be a slice of something large.
      this.blocks[id] = Buffer.from(block);
      this.references[id] = 0;
    }
    this.references[id]!++;
    return id;
  }

  release(id: number): void {
    if (--this.references[id]! > 0) return;
    this.ids.delete(this.blocks[id]!.toString('latin1'));
    this.blocks[id] = undefined;
    this.free.push(id);
  }

  /** Ids of the blocks that hold these bytes. */
  idsHolding(bytes: Buffer): Set<number> {
    const found = new Set<number>();
    for (const [id, block] of this.blocks.entries()) if (block?.includes(bytes)) found.add(id);
    return found;
  }

  block(id: number): Buffer {
    return this.blocks[id]!;
  }
}
