export { diagnosticText, summaryText } from '../core/workflow/diagnostic-text.ts';
