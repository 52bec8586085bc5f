/**
 * The pictures of stories, one for each fish: `npm run stories` draws them with the game's own art. They hold no words,
 * so they serve every language. Fetched when somebody posts one.
 */
const pictures = import.meta.glob<string>('./stories/*.jpg', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

/** The address of a fish's picture; one that a newer paytable brought has that of the plainest. */
export function storyOf(fish: string): string {
  return pictures[`./stories/${fish}.jpg`] ?? pictures['./stories/sardine.jpg'] ?? ''
}
