// Words that the server says in English alone: shown as such, so that a reader of another language and a voice know.
import css from './ui.module.css'

/** Nothing where nothing is said. */
export function Said({ text }: { text: string | null | undefined }) {
  return text ? (
    <span lang="en" className={css.said} title={text}>
      {text}
    </span>
  ) : null
}
