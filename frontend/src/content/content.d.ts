declare module '*.md' {
  const article: import('../components/article/article.types').Article;
  export default article;
}

declare module '*.sections' {
  const sections: import('../components/article/article.types').Section[];
  export default sections;
}
