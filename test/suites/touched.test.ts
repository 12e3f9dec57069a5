import { expect, test } from "vitest";
import { filesOfTranslations, type Touched, touchedTests } from "./touched.ts";

/** A small product: a console with two screens, a terminal with one, and their tests. */
const FILES: Readonly<Record<string, string>> = {
  "src/web/main.tsx": `import { terminal } from "./terminal/screens.ts";`,
  "src/web/terminal/screens.ts": `const S = { paths: ["count"], load: () => import("./screens/counting.ts") };`,
  "src/web/terminal/screens/counting.ts": `import { fold } from "../../../domain/fold.ts";`,
  "src/web/service-worker/service-worker.ts": "",
  "src/web/console/main.tsx": `import { office } from "./screens.ts";\nimport "../ui/button.tsx";`,
  "src/web/console/screens.ts": `const S = [{ paths: ["articles"], load: () => import("./screens/articles.ts") },
    {
      paths: ["printers", "labels"],
      load: () => import("./screens/printers.ts"),
    },
    { paths: ["overview"], texts: "overview" as const, load: () => import("./screens/overview.ts") }];`,
  "src/web/console/screens/articles.ts": `call("GET /api/articles/{id}", { id });`,
  "src/web/console/screens/printers.ts": `const designer = () => import("../designer.tsx");\ncall(\`PUT /api/printers/{id}/\${act}\`, { id });`,
  "src/web/console/screens/overview.ts": "",
  "src/web/console/designer.tsx": "",
  "src/web/ui/button.tsx": "",
  "src/domain/fold.ts": "",
  "src/articles/article.ts": "",
  "src/articles/routes.ts": `import { rule } from "./article.ts";\nquery("GET", "/api/articles/{oid}", rule);`,
  "src/articles/timer.ts": "",
  "src/printers/routes.ts": `command("PUT", "/api/printers/{id}/pause", pause);`,
  "test/web/articles.test.ts": `import "../harness/console.ts";\nopen("/articles/5");`,
  "test/web/printers.test.ts": `import "../harness/console.ts";\nimport "./printer-page.ts";`,
  "test/web/overview.test.ts": `import "../harness/console.ts";\nopen("/overview");`,
  "test/web/printer-page.ts": `export const open = () => go("/printers");`,
  "test/web/any-screen.test.ts": `import "../harness/console.ts";`,
  "test/web/count.test.ts": `import "../harness/terminal.ts";\ngo("/count");`,
  "test/harness/console.ts": "",
  "test/harness/terminal.ts": "",
  "docs/use/articles.md": "",
};
const TESTS = Object.keys(FILES).filter((file) => file.endsWith(".test.ts"));

/** The short names of the tests that changed files touch, or why all are. */
function touched(...changed: string[]): readonly string[] | string {
  const read = (file: string) => FILES[file] ?? "";
  const found: Touched = touchedTests(changed, TESTS, { files: Object.keys(FILES), read });
  return found.all ?? found.tests.map((file) => file.slice("test/web/".length, -".test.ts".length));
}

test.each([
  ["a module of one screen", "src/web/console/screens/articles.ts", ["articles", "any-screen"]],
  ["a module that a screen loads later", "src/web/console/designer.tsx", ["printers", "any-screen"]],
  ["a screen that has texts of its own", "src/web/console/screens/overview.ts", ["overview", "any-screen"]],
  ["a module of the page", "src/web/ui/button.tsx", ["articles", "printers", "overview", "any-screen"]],
  ["a rule of an endpoint that a screen calls", "src/articles/article.ts", ["articles", "any-screen"]],
  ["an endpoint whose name a screen completes", "src/printers/routes.ts", ["printers", "any-screen"]],
  ["a module of a browser test", "test/web/printer-page.ts", ["printers"]],
  ["a test", "test/web/count.test.ts", ["count"]],
  ["a file of types alone, of which nothing runs", "src/web/api/types/endpoints.d.ts", []],
  ["a page of no manual", "docs/develop/testing.md", []],
  ["a page of the manual", "docs/use/articles.md", ["any-screen"]],
])("%s touches the tests of its screens", (_, file, expected) => {
  expect(touched(file)).toEqual(expected);
});

test("what the server uses without an endpoint touches all tests, also where a screen imports it", () => {
  expect(touched("src/domain/fold.ts")).toBe("no screen is known to use src/domain/fold.ts");
});

test.each(["src/articles/timer.ts", "src/removed.ts", "package-lock.json", "scripts/build-web.ts"])(
  "%s touches all tests",
  (file) => {
    expect(touched(file)).toContain(file);
  },
);

test("the tests of several files are joined", () => {
  expect(touched("test/web/count.test.ts", "src/web/console/designer.tsx")).toEqual([
    "printers",
    "any-screen",
    "count",
  ]);
});

test("a changed catalogue concerns the sources whose texts read otherwise", () => {
  const messages = [
    { key: "Save", file: "src/web/form.tsx" },
    { key: "Articles", file: "src/web/console/screens/articles.ts" },
    { key: "New", file: "src/web/new.tsx" },
  ];
  const before = { Save: "Sichern", Articles: "Artikel", Gone: "Weg" };
  const after = { Save: "Speichern", Articles: "Artikel", New: "Neu" };
  expect(filesOfTranslations(before, after, messages)).toEqual(["src/web/form.tsx", "src/web/new.tsx"]);
});

test("a part of a page that is declared in another way than the others is an error", () => {
  const screens = "src/web/console/screens.ts";
  const read = (file: string) =>
    file === screens ? `const load = () => import("./screens/articles.ts");` : (FILES[file] ?? "");
  expect(() => touchedTests([], TESTS, { files: Object.keys(FILES), read })).toThrow(screens);
});
