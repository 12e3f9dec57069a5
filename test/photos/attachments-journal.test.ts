import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { removeDeletedPhotos, removeOrphanFiles } from "../../src/photos/cleanup.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { added } from "../articles/samples.ts";
import { photoFilesOf } from "../backup/copies.ts";
import type { Client } from "../harness/client.ts";
import { createClock } from "../harness/clock.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { attach, createPdf } from "./attach.ts";

// The journal of attachments: a model of what was acknowledged, against random uploads, removals, interrupted uploads, restarts
// and clean-ups.

const DAY = 24 * 3_600_000;

/** Files under few contents, so that some are shared. */
const CONTENTS = Array.from({ length: 5 }, (_, index) => createPdf(300 + index));

type Step =
  | { readonly kind: "upload"; readonly content: number }
  | { readonly kind: "remove"; readonly at: number }
  | { readonly kind: "orphan"; readonly content: number }
  | { readonly kind: "restart" | "clean" };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("upload" as const), content: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("remove" as const), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("orphan" as const), content: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("clean" as const) }) },
);

class Journal {
  readonly #server: TestServer;
  readonly #clock = createClock();
  #manager: Client;
  /** Acknowledged attachments and their content. */
  readonly #kept = new Map<string, Buffer>();

  constructor(server: TestServer, manager: Client) {
    this.#server = server;
    this.#manager = manager;
  }

  async take(one: Step, articleId: number): Promise<void> {
    if (one.kind === "upload") {
      const bytes = CONTENTS[one.content] ?? createPdf();
      const { status, body } = await attach(this.#manager, articleId, bytes);
      expect(status).toBe(201);
      this.#kept.set(body.url, bytes);
    } else if (one.kind === "remove") {
      const url = [...this.#kept.keys()][one.at];
      if (url === undefined) return;
      expect((await this.#manager.delete(url)).status).toBe(204);
      this.#kept.delete(url);
    } else if (one.kind === "orphan") {
      // A crash between the file and its row.
      await this.#server.appliance.dependencies.photos.put(CONTENTS[one.content] ?? createPdf(), "pdf");
    } else if (one.kind === "restart") {
      await this.#server.restart();
      this.#manager = await this.#server.as("manager");
    } else await this.clean();
  }

  /** Two days later, when no generation has what was deleted. */
  async clean(): Promise<void> {
    await this.#server.restart();
    this.#manager = await this.#server.as("manager");
    const before = new Date(Date.now() - 2 * DAY);
    for (const path of photoFilesOf(this.#server.folder)) utimesSync(path, before, before);
    const { storage, photos: files } = this.#server.appliance.dependencies;
    const settled: Storage = { ...storage, removableBefore: () => "9999", db: storage.db };
    const folder = join(this.#server.folder, "photos");
    await removeDeletedPhotos(settled, files);
    await removeOrphanFiles(
      { storage: settled, files, folder, clock: this.#clock },
      new AbortController().signal,
    );
  }

  async assertWhole(articleId: number): Promise<void> {
    const { body } = await this.#manager.get(`/api/articles/${articleId}/attachments`);
    expect(body.map(({ url }: { url: string }) => url).sort()).toEqual([...this.#kept.keys()].sort());
    for (const [url, bytes] of this.#kept)
      expect((await this.#manager.get(url)).bytes.equals(bytes)).toBe(true);
  }

  /** After the clean-up there is one file for each content in use, and no other PDF. */
  assertNoOrphan(): void {
    const contents = new Set([...this.#kept.values()].map((bytes) => bytes.length));
    const found = readdirSync(join(this.#server.folder, "photos"), { recursive: true, encoding: "utf8" });
    expect(found.filter((name) => name.endsWith(".pdf"))).toHaveLength(contents.size);
    expect(found.filter((name) => name.includes("new-"))).toEqual([]);
  }
}

test("every acknowledged attachment is there whole after any crash, and no file without one stays", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const server = await startServer({ keep: true });
      try {
        const journal = new Journal(server, server.manager);
        const { oid } = await added(server.manager, "JOURNAL");
        for (const one of steps) await journal.take(one, oid);
        await journal.assertWhole(oid);
        await journal.clean();
        await journal.assertWhole(oid);
        journal.assertNoOrphan();
      } finally {
        await server.stop();
      }
    }),
    { numRuns: times(10) },
  );
});
