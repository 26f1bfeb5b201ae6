export { diagnosticText, summaryText } from '../../core/workflow/diagnoses/diagnostic-text.ts';
