// Install first: npm install react-dom
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

const main = document.querySelector('main');
if (main) createRoot(main).render(<App />);
