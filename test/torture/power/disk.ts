import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Change } from "./journal.ts";

// A disk as a program may count on it, and no better (POSIX, fsync): what was changed and not synced since may be there
// or not, each change by itself. A file's bytes last by a sync of the file, its name by a sync of its folder.

export type FileChange =
  | { readonly kind: "write"; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: "truncate"; readonly length: number };

/** A change of a folder's names. A move within the folder is one change: no file system tears it. */
export interface NameChange {
  readonly add?: { readonly name: string; readonly node: Node };
  readonly remove?: string;
}

export interface FileNode {
  readonly kind: "file";
  readonly atFirst: Buffer;
  readonly changes: FileChange[];
  /** The number of changes that survive any power failure. */
  synced: number;
}
export interface FolderNode {
  readonly kind: "folder";
  readonly atFirst: Map<string, Node>;
  readonly changes: NameChange[];
  synced: number;
}
export type Node = FileNode | FolderNode;

/** The disk as it was before the first change: all of it lasts. */
export interface Start {
  readonly root: FolderNode;
  readonly inodes: ReadonlyMap<bigint, Node>;
}

/** Reads a folder; no file in it may be at work. */
export function readStart(folder: string): Start {
  const inodes = new Map<bigint, Node>();
  const read = (path: string): Node => {
    const status = statSync(path, { bigint: true });
    const node: Node = status.isDirectory()
      ? emptyFolder(readdirSync(path).map((name) => [name, read(join(path, name))]))
      : { kind: "file", atFirst: readFileSync(path), changes: [], synced: 0 };
    inodes.set(status.ino, node);
    return node;
  };
  const root = read(folder);
  if (root.kind !== "folder") throw new Error(`${folder} is no folder`);
  return { root, inodes };
}

function emptyFolder(atFirst: Iterable<readonly [string, Node]> = []): FolderNode {
  return { kind: "folder", atFirst: new Map(atFirst), changes: [], synced: 0 };
}

/** The disk at the moment `until` of the journal: every change up to there, and which of them last. */
export function diskAt(start: Start, changes: readonly Change[], until: number): FolderNode {
  const copies = new Map<Node, Node>();
  const root = copyOf(start.root, copies) as FolderNode;
  const inodes = new Map([...start.inodes].map(([inode, node]) => [inode, copyOf(node, copies)]));
  const names = new Map<string, Node>();
  nameAll("", root, names);
  const begun = new Map<bigint, number>();

  const folderOf = (path: string): FolderNode => {
    const node = names.get(dirname(path) === "/" ? "" : dirname(path));
    if (node?.kind !== "folder") throw new Error(`a change in ${path}, whose folder is unknown`);
    return node;
  };
  const add = (path: string, inode: bigint, node: Node) => {
    folderOf(path).changes.push({ add: { name: basename(path), node } });
    names.set(path, node);
    inodes.set(inode, node);
  };
  const apply = (change: Change) => {
    switch (change.kind) {
      case "created":
        return add(change.path, change.inode, {
          kind: "file",
          atFirst: Buffer.alloc(0),
          changes: [],
          synced: 0,
        });
      case "madeFolder":
        return add(change.path, change.inode, emptyFolder());
      case "wrote":
      case "truncated":
        return changeFile(inodes.get(change.inode), change);
      case "renamed":
        return rename(change.path, change.to);
      case "removed":
        names.delete(change.path);
        folderOf(change.path).changes.push({ remove: basename(change.path) });
        return;
      case "syncBegan":
        begun.set(change.token, inodes.get(change.inode)?.changes.length ?? 0);
        return;
      case "syncEnded": {
        const node = inodes.get(change.inode);
        if (node) node.synced = Math.max(node.synced, begun.get(change.token) ?? 0);
      }
    }
  };
  const rename = (path: string, to: string) => {
    const node = names.get(path);
    if (node === undefined) throw new Error(`${path} was renamed, but never made`);
    const [from, target] = [folderOf(path), folderOf(to)];
    if (from === target) from.changes.push({ add: { name: basename(to), node }, remove: basename(path) });
    else {
      target.changes.push({ add: { name: basename(to), node } });
      from.changes.push({ remove: basename(path) });
    }
    names.delete(path);
    names.set(to, node);
  };

  for (const change of changes) {
    if (change.end > until) break;
    apply(change);
  }
  return root;
}

function changeFile(node: Node | undefined, change: Extract<Change, { kind: "wrote" | "truncated" }>): void {
  if (node?.kind !== "file") throw new Error(`a write into a file that is unknown (inode ${change.inode})`);
  node.changes.push(
    change.kind === "wrote"
      ? { kind: "write", offset: change.offset, bytes: change.bytes }
      : { kind: "truncate", length: change.length },
  );
}

/** A node to change; the initial state is shared. */
function copyOf(node: Node, copies: Map<Node, Node>): Node {
  const known = copies.get(node);
  if (known) return known;
  const copy: Node =
    node.kind === "file"
      ? { ...node, changes: [] }
      : emptyFolder([...node.atFirst].map(([name, child]) => [name, copyOf(child, copies)]));
  copies.set(node, copy);
  return copy;
}

function nameAll(path: string, node: Node, names: Map<string, Node>): void {
  names.set(path, node);
  if (node.kind === "folder")
    for (const [name, child] of node.atFirst) nameAll(`${path}/${name}`, child, names);
}
