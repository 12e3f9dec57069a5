import type { Screen } from "../../router/lazy-screens.ts";
import { ArticlesScreen } from "../articles/list/list.tsx";
import { MovementsScreen } from "../articles/movements.tsx";
import { ArticleScreen } from "../articles/record/article.tsx";
import { NewArticleScreen } from "../articles/record/new-article.tsx";

/** The articles: all of them, a new one, and one. */
export const SCREENS: readonly Screen[] = [
  { path: "/articles", needs: "user", may: "work", show: ArticlesScreen },
  { path: "/articles/new", needs: "user", may: "manage", show: NewArticleScreen },
  { path: "/articles/movements", needs: "user", may: "work", show: MovementsScreen },
  { path: "/articles/:id", needs: "user", may: "work", show: ArticleScreen },
];
