// The form: told at each field what is wrong with it, once it was left or the form was tried.
import { useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useKycEditMutation } from '../../api/endpoints.gen.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAppSelector } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/Page.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { CountryPicker } from './CountryPicker.tsx'
import { choose, forget, kycDraft, write } from './draft.ts'
import { faultsOf, tidy, type DocumentType, type Field as FieldName, type TextField } from './form.ts'
import { Pictures } from './Pictures.tsx'
import css from './Kyc.module.css'

const inputs: Readonly<Record<TextField, { type: string; inputMode: 'text' | 'tel' | 'email'; max: number }>> = {
  id_name: { type: 'text', inputMode: 'text', max: 100 },
  id_no: { type: 'text', inputMode: 'text', max: 30 },
  tel: { type: 'tel', inputMode: 'tel', max: 16 },
  email: { type: 'email', inputMode: 'email', max: 254 },
}
const types = ['1', '2', '3'] as const

/** Filled in, checked, submitted. */
export function KycForm() {
  const { t } = useTranslation('kyc')
  const { t: errors } = useTranslation('errors')
  const form = useRef<HTMLFormElement>(null)
  const { fields: kept, pictures } = useSyncExternalStore(kycDraft.subscribe, kycDraft.get)
  const country = useAppSelector((state) => state.system.selectedCountry) ?? ''
  const [today] = useState(() => new Date())
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  const [submit, { isLoading }] = useKycEditMutation()
  const fields = { ...kept, country }
  const keys = pictures.flatMap(({ key }) => (key === null ? [] : [key]))
  const sending = pictures.some(({ state }) => state === 'sending')
  const faults = faultsOf(fields, keys.length, today)
  const told = (field: FieldName) => {
    const fault = left.has(field) ? faults.get(field) : undefined
    return fault && errors(fault)
  }
  const leave = (field: FieldName) => setLeft(new Set([...left, field]))

  const send = async () => {
    setLeft(new Set(['id_name', 'id_no', 'tel', 'email', 'country', 'id_urls']))
    const [first] = faults.values()
    if (first) {
      haptic('error')
      toast(errors(first), 'bad')
      requestAnimationFrame(() => form.current?.querySelector('[aria-invalid=true], [data-fault=true]')?.scrollIntoView({ block: 'center' }))
      return
    }
    const result = await submit({ ...fields, id_name: fields.id_name.trim(), id_urls: keys })
    if (result.error) return toastError(result.error)
    haptic('success')
    forget()
    return toast(t('sent'), 'good')
  }
  const text = (field: TextField) => (
    <Field
      label={t(`field.${field}`)} hint={t(`hint.${field}`)} fault={told(field)} value={fields[field]}
      type={inputs[field].type} inputMode={inputs[field].inputMode} maxLength={inputs[field].max}
      onChange={(event) => write(field, tidy(field, event.target.value, fields.id_type))} onBlur={() => leave(field)}
    />
  )

  return (
    <form
      ref={form} className={css.form} noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Card className={css.form}>
        {text('id_name')}
        <CountryPicker fault={told('country')} onLeave={() => leave('country')} />
        <div className={css.choice}>
          <span className={css.label}>{t('field.id_type')}</span>
          <Chips label={t('field.id_type')} value={String(fields.id_type) as (typeof types)[number]} options={types.map((value) => ({ value, label: t(`type.${value}`) }))} onChange={(value) => choose(Number(value) as DocumentType)} />
        </div>
        {text('id_no')}
        {text('tel')}
        {text('email')}
      </Card>
      <Pictures pictures={pictures} fault={told('id_urls')} />
      <Button type="submit" size="l" wide icon="shield" busy={isLoading} disabled={sending}>{sending ? t('waiting') : t('submit')}</Button>
      <p className={css.privacy}><Icon name="lock" />{t('privacy')}</p>
    </form>
  )
}
