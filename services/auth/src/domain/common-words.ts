/** Words and rows of keys that passwords are most often made of, in the languages of our pages. */
export const COMMON_WORDS: readonly string[] = `
  password passwort passw0rd contrasena senha minhasenha senhasegura segredo secret admin administrator
  administrador root user usuario login entrar welcome bemvindo letmein access acesso master mestre test teste
  testing temp guest convidado default padrao changeme mudar trocar qwerty qwertz azerty asdf zxcv qazwsx
  1q2w3e4r5t6y 1q2w3e4r5t 1q2w3e4r q1w2e3r4 1qaz2wsx3edc 1qaz2wsx zaq12wsx qweasdzxc qweasd a1b2c3d4e5f6 a1b2c3d4 a1b2c3
  abc123 123abc 123qwe qwe123 iloveyou iloveu teamo euteamo amor love amorzinho princess princesa dragon
  monkey macaco shadow sombra sunshine football futebol baseball soccer superman batman pokemon starwars
  naruto michael jordan jessica ashley daniel maria joao jose carlos ana pedro lucas gabriel gabriela
  fernanda juliana brasil brazil flamengo corinthians palmeiras santos saopaulo gremio vasco internacional
  cruzeiro botafogo deus jesus cristo familia family felicidade happy freedom liberdade whatever computer
  computador internet google facebook instagram whatsapp samsung iphone apple microsoft windows linux
  pagamento pagamentos payment payments deposit deposito entrada pix banco bank money dinheiro cash
  january february march april june july august september october november december janeiro fevereiro
  marco abril maio junho julho agosto setembro outubro novembro dezembro monday tuesday wednesday
  thursday friday saturday sunday segunda terca quarta quinta sexta sabado domingo spring summer autumn
  winter verao inverno primavera outono hello hallo ola casa home cookie killer ninja flower flor
  buster hunter ranger tigger ginger pepper cheese banana chocolate coffee cafe summer2024 trustno1
`
  .trim()
  .split(/\s+/);
