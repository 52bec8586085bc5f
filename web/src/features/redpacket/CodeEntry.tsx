// A field for a code that somebody wrote or said.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/Page.tsx'
import { tidyCode } from './link.ts'
import css from './Packet.module.css'

const codeLength = 10

/** Leads to the packet of the code. */
export function CodeEntry() {
  const { t } = useTranslation('red')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  return (
    <Card>
      <form
        className={css.entry}
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(`/red/${code}`)
        }}
      >
        <Field
          label={t('code')}
          mono
          placeholder={t('codePlaceholder')}
          value={code}
          onChange={(event) => setCode(tidyCode(event.target.value))}
        />
        <Button type="submit" look="secondary" disabled={code.length !== codeLength}>
          {t('redeem')}
        </Button>
      </form>
    </Card>
  )
}
