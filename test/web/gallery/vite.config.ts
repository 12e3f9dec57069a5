import { join } from "node:path";
import { defineConfig } from "vite";

// The gallery of components, for its test and for `npx vite test/web/gallery`.
export default defineConfig({
  root: import.meta.dirname,
  server: { fs: { allow: [join(import.meta.dirname, "../../..")] } },
});
