import type { Screen } from "../../router/lazy-screens.ts";
import { ArticlesScreen } from "../articles/list/list.tsx";
import { MovementsScreen } from "../articles/movements.tsx";
import { ArticleScreen } from "../articles/record/article.tsx";
import { NewArticleScreen } from "../articles/record/new-article.tsx";

/** The articles: all of them, a new one, and one. */
export const SCREENS: readonly Screen[] = [
  { path: "/articles", may: "work", show: ArticlesScreen },
  { path: "/articles/new", may: "manage", show: NewArticleScreen },
  { path: "/articles/movements", may: "work", show: MovementsScreen },
  { path: "/articles/:id", may: "work", show: ArticleScreen },
];
