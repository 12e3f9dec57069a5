/** The changes that the shim recorded, in order. `end` is the position of the record's end in the journal. */
export type Change = { readonly end: number } & (
  | { readonly kind: "created" | "madeFolder"; readonly inode: bigint; readonly path: string }
  | { readonly kind: "wrote"; readonly inode: bigint; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: "truncated"; readonly inode: bigint; readonly length: number }
  | { readonly kind: "renamed"; readonly inode: bigint; readonly path: string; readonly to: string }
  | { readonly kind: "removed"; readonly path: string }
  | { readonly kind: "syncBegan" | "syncEnded"; readonly inode: bigint; readonly token: bigint }
);

const HEAD = 32;

/** Reads a journal (shim/base.c, `struct record`). A last record that was cut off is left out. Throws on an unknown kind. */
export function readJournal(journal: Buffer): Change[] {
  const changes: Change[] = [];
  for (let at = 0; at + HEAD <= journal.length; ) {
    const bytes = journal.readUInt32LE(at + 4);
    const end = at + HEAD + bytes;
    if (end > journal.length) break;
    changes.push(changeOf(journal.subarray(at, at + HEAD), journal.subarray(at + HEAD, end), end));
    at = end;
  }
  return changes;
}

function changeOf(head: Buffer, data: Buffer, end: number): Change {
  const kind = head.readUInt32LE(0);
  const inode = head.readBigUInt64LE(8);
  const offset = Number(head.readBigUInt64LE(16));
  const token = head.readBigUInt64LE(24);
  const [path = "", to = ""] = kind === 2 ? [] : String(data).split("\0");
  switch (kind) {
    case 1:
      return { kind: "created", end, inode, path };
    case 2:
      return { kind: "wrote", end, inode, offset, bytes: data };
    case 3:
      return { kind: "truncated", end, inode, length: offset };
    case 4:
      return { kind: "renamed", end, inode, path, to };
    case 5:
    case 7:
      return { kind: "removed", end, path };
    case 6:
      return { kind: "madeFolder", end, inode, path };
    case 8:
      return { kind: "syncBegan", end, inode, token };
    case 9:
      return { kind: "syncEnded", end, inode, token };
    default:
      throw new Error(`a journal with a record of kind ${kind}`);
  }
}
