// The other language, by its own name: on the login and in the bar above every screen.
import { chooseLanguage, languages, otherLanguage, useLanguage } from '../texts/language.ts'
import { Button } from '../ui/Button.tsx'

export function LanguageSwitch() {
  const other = otherLanguage(useLanguage())
  return (
    <Button look="quiet" onClick={() => void chooseLanguage(other)}>
      <span lang={other}>{languages[other]}</span>
    </Button>
  )
}
