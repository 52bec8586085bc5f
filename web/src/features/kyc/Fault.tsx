// What is wrong with a part of the form, below it.
import css from './Kyc.module.css'

/** Nothing while nothing is wrong. */
export function Fault({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className={css.fault} role="alert" data-fault>
      {text}
    </p>
  )
}
