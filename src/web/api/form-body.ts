import type { FormBody } from "./types/endpoints.d.ts";

/** A multipart body with these fields. `fileName`: that of its file. */
export function formBody<Fields extends object>(fields: Fields, fileName: string): FormBody<Fields> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, fileName);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}
