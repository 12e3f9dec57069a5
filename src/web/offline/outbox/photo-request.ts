/** The request of a command. */
export interface Request {
  readonly path: string;
  readonly body: unknown;
}

/** The upload of a photo of an article. */
export const articlePhoto = (articleId: number, file: Blob, fileName: string): Request => ({
  path: "/api/photoarticle",
  body: photoForm({ articleId }, file, fileName),
});

/** A form with a photo and the fields of its subject. */
export function photoForm(
  fields: Readonly<Record<string, string | number>>,
  file: Blob,
  fileName: string,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append("photo", file, fileName);
  return form;
}
