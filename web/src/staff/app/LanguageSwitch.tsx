// The other language, by its own name: on the login and in the bar above every screen.
import { useEffect, useRef } from 'react'
import { chooseLanguage, languages, otherLanguage, useLanguage } from '../texts/language.ts'
import { Button } from '../ui/Button.tsx'

/** Pressed, and the console not yet drawn anew: the keyboard goes on from the new switch. */
let pressed = false

export function LanguageSwitch() {
  const other = otherLanguage(useLanguage())
  const host = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (pressed) host.current?.querySelector('button')?.focus()
    pressed = false
  }, [])
  const choose = async () => {
    pressed = true
    await chooseLanguage(other)
    // The login is not drawn anew: its switch is still there.
    requestAnimationFrame(() => {
      pressed = false
    })
  }
  return (
    <span ref={host}>
      <Button look="quiet" onClick={() => void choose()}>
        <span lang={other}>{languages[other]}</span>
      </Button>
    </span>
  )
}
