/** By what all operations of one thing are found: the article, or a code that nobody knows at a place. */
export function subjectOf(articleId: number | null, code: string, placeId: number | null): string {
  return articleId === null ? `u${placeId ?? ""}:${code}` : `a${articleId}`;
}
