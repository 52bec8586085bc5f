// The form: each field shows what is wrong with it, once it was left or the form was tried.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useKycEditMutation } from './api.ts'
import { haptic } from '../../platform/messenger.ts'
import { useAppSelector } from '../../state/hooks.ts'
import { Chips } from '../../ui/Chips.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MainButton } from '../../ui/MainButton.tsx'
import { Card } from '../../ui/Page.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { CountryPicker } from './CountryPicker.tsx'
import { choose, forget, kycDraft, write } from './draft.ts'
import { Fault } from './Fault.tsx'
import { faultsOf, tidy, type DocumentType, type Field as FieldName, type TextField } from './form.ts'
import { Pictures } from './Pictures.tsx'
import { useRefused, type Place } from './refused.ts'
import css from './Kyc.module.css'

const inputs: Readonly<
  Record<TextField, { type: string; inputMode: 'text' | 'tel' | 'email'; max: number }>
> = {
  id_name: { type: 'text', inputMode: 'text', max: 100 },
  id_no: { type: 'text', inputMode: 'text', max: 30 },
  tel: { type: 'tel', inputMode: 'tel', max: 16 },
  email: { type: 'email', inputMode: 'email', max: 254 },
}
const types = ['1', '2', '3'] as const

const everyField: readonly FieldName[] = ['id_name', 'id_no', 'tel', 'email', 'country', 'id_urls']

/** What is filled in, what is wrong with it, and the way to send it. */
function useForm() {
  const { t } = useTranslation('kyc')
  const { t: errors } = useTranslation('errors')
  const { fields: kept, pictures } = useSyncExternalStore(kycDraft.subscribe, kycDraft.get)
  const country = useAppSelector((state) => state.system.selectedCountry) ?? ''
  const [left, setLeft] = useState<ReadonlySet<Place>>(new Set())
  const [stopped, setStopped] = useState(0)
  const [today] = useState(() => new Date())
  const [submit, { isLoading }] = useKycEditMutation()
  const fields = { ...kept, country }
  const keys = pictures.flatMap(({ key }) => (key === null ? [] : [key]))
  const faults = faultsOf(fields, keys.length, today)
  const refused = useRefused(fields, keys)

  const send = async () => {
    setLeft(new Set(everyField))
    const [first] = faults.values()
    if (first) {
      haptic('error')
      toast(errors(first), 'bad')
      return setStopped(stopped + 1)
    }
    const result = await submit({ ...fields, id_name: fields.id_name.trim(), id_urls: keys })
    if (result.error) {
      if (!refused.take(result.error)) return toastError(result.error)
      haptic('error')
      return setStopped(stopped + 1)
    }
    haptic('success')
    forget()
    return toast(t('sent'), 'good')
  }
  /** A field's fault once the field was left, else what the server refused there. */
  const faultShown = (place: Place) => {
    const fault = left.has(place) ? faults.get(place) : undefined
    return fault ? errors(fault) : refused.at(place)
  }
  return {
    fields,
    pictures,
    isLoading,
    send,
    /** How often something was wrong: whenever it grows, it is brought in sight. */
    stopped,
    faultShown,
    leave: (field: FieldName) => setLeft(new Set([...left, field])),
  }
}

/** Filled in, checked, submitted. */
export function KycForm() {
  const { t } = useTranslation('kyc')
  const place = useRef<HTMLFormElement>(null)
  const form = useForm()
  useEffect(() => {
    if (form.stopped === 0) return
    place.current
      ?.querySelector('[aria-invalid=true], [data-fault=true]')
      ?.scrollIntoView({ block: 'center' })
  }, [form.stopped])
  const sending = form.pictures.some(({ state }) => state === 'sending')
  return (
    <form
      ref={place}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
    >
      <Card className={css.form}>
        <Text name="id_name" form={form} />
        <CountryPicker fault={form.faultShown('country')} onLeave={() => form.leave('country')} />
        <div className={css.choice}>
          <span className={css.label}>{t('field.id_type')}</span>
          <Chips
            label={t('field.id_type')}
            value={String(form.fields.id_type) as (typeof types)[number]}
            options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
            onChange={(value) => choose(Number(value) as DocumentType)}
          />
          <Fault text={form.faultShown('id_type')} />
        </div>
        <Text name="id_no" form={form} />
        <Text name="tel" form={form} />
        <Text name="email" form={form} />
      </Card>
      <Pictures pictures={form.pictures} fault={form.faultShown('id_urls')} />
      <Fault text={form.faultShown('form')} />
      <MainButton
        submits
        icon="shield"
        busy={form.isLoading}
        disabled={sending}
        onPress={() => void form.send()}
      >
        {sending ? t('waiting') : t('submit')}
      </MainButton>
      <p className={css.privacy}>
        <Icon name="lock" />
        {t('privacy')}
      </p>
    </form>
  )
}

function Text({
  name,
  form: { fields, faultShown, leave },
}: {
  name: TextField
  form: ReturnType<typeof useForm>
}) {
  const { t } = useTranslation('kyc')
  const { type, inputMode, max } = inputs[name]
  return (
    <Field
      label={t(`field.${name}`)}
      hint={t(`hint.${name}`)}
      fault={faultShown(name)}
      value={fields[name]}
      type={type}
      inputMode={inputMode}
      maxLength={max}
      onChange={(event) => write(name, tidy(name, event.target.value, fields.id_type))}
      onBlur={() => leave(name)}
    />
  )
}
