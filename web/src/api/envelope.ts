// The console imports the envelope from here; it belongs to both apps.
export * from '../shared/envelope.ts'
