/** One request of an command. */
export interface Request {
  readonly path: string;
  readonly body: unknown;
}

/** A photo of an article. */
export const articlePhoto = (articleId: number, file: Blob, fileName: string): Request => ({
  path: "/api/photoarticle",
  body: photoForm({ articleId }, file, fileName),
});

/** A photo with what it is of. */
export function photoForm(
  fields: Readonly<Record<string, string | number>>,
  file: Blob,
  fileName: string,
): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, String(value));
  made.append("photo", file, fileName);
  return made;
}
