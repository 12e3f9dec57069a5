/**
 * Expression: the result of a request to a store of the client's database in the browser, such as `store.getAll()`. It resolves when
 * what the request has changed is stored.
 */
export const inStore = (name: string, request: string, mode: "readonly" | "readwrite" = "readonly") =>
  `new Promise((resolve, reject) => {
    const opening = indexedDB.open("tallybox");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("${name}", "${mode}");
      const store = transaction.objectStore("${name}");
      const asked = ${request};
      transaction.oncomplete = () => { opening.result.close(); resolve(asked.result); };
      transaction.onabort = () => { opening.result.close(); reject(transaction.error); };
    };
  })`;

/** Expression: all records of a store. */
export const recordsOf = (name: string) => inStore(name, "store.getAll()");

/** Expression: a stored value by its name in src/web/db/values.ts. */
export const storedValue = (name: string) => inStore("values", `store.get(${JSON.stringify(name)})`);

/** Expression: stores values by their names. No tab gets an event of it. */
export const storeExpression = (values: object) =>
  inStore(
    "values",
    `Object.entries(${JSON.stringify(values)}).map(([name, value]) => store.put(value, name))`,
    "readwrite",
  );
