import { eventually } from "../harness/eventually.ts";

// Stores values in a browser before a test begins, so that the client loads once, not twice.

interface Schema {
  readonly version: number;
  readonly stores: readonly {
    readonly name: string;
    readonly options: IDBObjectStoreParameters;
    readonly indexes: readonly {
      readonly name: string;
      readonly keyPath: string;
      readonly unique: boolean;
    }[];
  }[];
}

/** A page of the server. */
export interface StoringPage {
  /** Loads a path and waits until it has loaded. */
  load(path: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
}

/** A file that runs no script: nothing else uses the database. */
const IDLE = "/icon.svg";

/** The client's schema. It is read once in each process. */
let schema: Schema | null = null;

/** Stores values by their names. Leaves the page at a file without a script; `screen` is any screen of the client. */
export async function storeValues(page: StoringPage, screen: string, values: object): Promise<void> {
  if (schema === null) {
    await page.load(screen);
    schema = await eventually(async () => {
      const found = await page.evaluate(READ_SCHEMA);
      if (found === null) throw new Error("the client has made no database yet");
      return found as Schema;
    });
  }
  await page.load(IDLE);
  await page.evaluate(`(${store})(${JSON.stringify(schema)}, ${JSON.stringify(values)})`);
}

/** Expression: the schema of the client's database; null before the client has created it. */
const READ_SCHEMA = `indexedDB.databases().then((all) => {
  if (!all.some(({ name }) => name === "tallybox")) return null;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("tallybox");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const stores = [...db.objectStoreNames].map((name) => {
        const store = db.transaction(name).objectStore(name);
        const { autoIncrement, keyPath } = store;
        const indexes = [...store.indexNames].map((index) => {
          const { keyPath, unique } = store.index(index);
          return { name: index, keyPath, unique };
        });
        return { name, options: keyPath === null ? { autoIncrement } : { autoIncrement, keyPath }, indexes };
      });
      db.close();
      resolve({ version: db.version, stores });
    };
  });
})`;

/** Runs in the page. */
function store(schema: Schema, values: Readonly<Record<string, unknown>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("tallybox", schema.version);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => {
      for (const { name, options, indexes } of schema.stores) {
        const created = opening.result.createObjectStore(name, options);
        for (const { name, keyPath, unique } of indexes) created.createIndex(name, keyPath, { unique });
      }
    };
    opening.onsuccess = () => {
      const db = opening.result;
      const transaction = db.transaction("values", "readwrite");
      for (const name of Object.keys(values)) transaction.objectStore("values").put(values[name], name);
      transaction.oncomplete = () => {
        db.close();
        resolve();
      };
      transaction.onerror = () => reject(transaction.error);
    };
  });
}
