/**
 * Asks once more for each style sheet that did not arrive: a page whose code came without one would work, and be unreadable, until
 * it is reloaded. The rules of one that failed before this ran cannot be read. Backticks: React escapes quotes.
 */
export const STYLE_SCRIPT = `{const again=l=>{if(l.rel!==\`stylesheet\`||\`again\`in l.dataset)return;const c=l.cloneNode();l.dataset.again=c.dataset.again=\`\`;l.after(c)};addEventListener(\`error\`,e=>e.target.dataset&&again(e.target),true);addEventListener(\`load\`,()=>{for(const l of document.querySelectorAll(\`link\`))try{if(!l.sheet.cssRules.length)again(l)}catch{again(l)}})}`;
