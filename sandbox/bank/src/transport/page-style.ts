/** Light and dark by what the browser prefers; rows become cards on a phone. */
export const STYLE = `
:root{--page:#f4f6f5;--card:#fff;--ink:#14201c;--soft:#5d6b66;--line:#e1e7e4;--accent:#0b7a5b;--on-accent:#fff;--tint:#e3f3ed}
@media (prefers-color-scheme:dark){:root{--page:#0e1513;--card:#17211e;--ink:#e6efeb;--soft:#94a49d;--line:#26332f;--accent:#3ecf9e;--on-accent:#06251b;--tint:#163329}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:70rem;margin:0 auto;padding:1.5rem 1.25rem}
header{display:flex;justify-content:space-between;align-items:flex-end;gap:1rem;flex-wrap:wrap;padding-bottom:0}
h1{font-size:1.6rem;letter-spacing:-.02em;margin:0}
header p{margin:.1rem 0 0;color:var(--soft)}
.clock{display:flex;flex-direction:column;text-align:right;font-size:.8rem}
.clock time{color:var(--ink);font-size:1rem}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.1rem 1.25rem;margin-bottom:1.25rem;overflow-wrap:anywhere}
td[data-label]::before{flex:none}
a{color:var(--accent)}
h2{font-size:1.05rem;margin:0 0 .6rem}
.count,.badge{background:var(--tint);color:var(--accent);border-radius:99px;padding:.1rem .6rem;font-size:.8rem;font-weight:600}
table{border-collapse:collapse;width:100%}
th{color:var(--soft);font-size:.78rem;font-weight:600;text-align:left}
td,th{padding:.55rem .6rem;border-bottom:1px solid var(--line)}
tr:last-child td{border-bottom:0}
code{font:13px ui-monospace,monospace;word-break:break-all}
time,.amount{font-variant-numeric:tabular-nums}
.amount{text-align:right;font-weight:600;white-space:nowrap}
.action{text-align:right}
form{margin:0}
button{background:var(--accent);color:var(--on-accent);border:0;border-radius:9px;padding:.45rem 1.2rem;font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(1.08)}
button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.nothing{color:var(--soft);margin:0;padding:1.2rem 0;text-align:center}
@media (max-width:44rem){.clock{text-align:left}thead{display:none}tr{display:block;padding:.6rem 0;border-bottom:1px solid var(--line)}tr:last-child{border-bottom:0}
td{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;border:0;padding:.2rem 0;text-align:right}td[data-label]::before{content:attr(data-label);color:var(--soft);text-align:left;font-weight:400}button{width:100%}.action form{width:100%}}
`;
