import type { Screen } from "../../router/screen.ts";
import { ArticlesScreen } from "./list/list.tsx";
import { ArticleScreen } from "./record/article.tsx";
import { NewArticleScreen } from "./record/new-article.tsx";

/** The articles: all of them, a new one, and one. */
export const SCREENS: readonly Screen[] = [
  { path: "/articles", needs: "user", may: "work", show: ArticlesScreen },
  { path: "/articles/new", needs: "user", may: "manage", show: NewArticleScreen },
  { path: "/articles/:id", needs: "user", may: "work", show: ArticleScreen },
];
