/** The subject of operations: an article, or an unknown code at a location. */
export function subjectOf(articleId: number | null, code: string, placeId: number | null): string {
  return articleId === null ? `u${placeId ?? ""}:${code}` : `a${articleId}`;
}
