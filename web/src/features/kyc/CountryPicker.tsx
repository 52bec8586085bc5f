// The country of the document: a button that opens a list with a search. The choice lies in the system state (domain
// §10.3).
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts'
import { countrySelected } from '../../state/system.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { countries, countryName, found } from './countries.ts'
import { Fault } from './Fault.tsx'
import css from './Kyc.module.css'

/** Looks like a field of the form. */
export function CountryPicker({ fault, onLeave }: { fault: string | undefined; onLeave: () => void }) {
  const { t } = useTranslation('kyc')
  const id = useId()
  const dispatch = useAppDispatch()
  const country = useAppSelector((state) => state.system.selectedCountry)
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onLeave()
  }
  const choose = (code: string) => {
    dispatch(countrySelected(code))
    close()
  }
  return (
    <div className={css.choice}>
      <span className={css.label} id={`${id}-label`}>
        {t('field.country')}
      </span>
      <button
        type="button"
        id={id}
        className={css.picker}
        data-fault={fault !== undefined}
        aria-labelledby={`${id}-label ${id}`}
        onClick={() => setOpen(true)}
      >
        <span className={country ? undefined : css.blank}>
          {country ? countryName(country) : t('country.choose')}
        </span>
        <Icon name="down" />
      </button>
      <Fault text={fault} />
      <Sheet open={open} title={t('field.country')} onClose={close}>
        {open && <List chosen={country} onChoose={choose} />}
      </Sheet>
    </div>
  )
}

function List({ chosen, onChoose }: { chosen: string | null; onChoose: (code: string) => void }) {
  const { t } = useTranslation('kyc')
  const [all] = useState(countries)
  const [text, setText] = useState('')
  const shown = found(all, text)
  return (
    <div className={css.countries}>
      <Field
        label={t('country.search')}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.length === 0 && <p className={css.note}>{t('country.none')}</p>}
      <ul>
        {shown.map(({ code, name }) => (
          <li key={code}>
            <button
              type="button"
              className={css.country}
              aria-pressed={code === chosen}
              onClick={() => onChoose(code)}
            >
              <span>{name}</span>
              {code === chosen ? <Icon name="check" /> : <small>{code}</small>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
