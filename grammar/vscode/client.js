// The client: it starts `puzzlelang language-server` and shows the pictures that its lenses return beside the text.
"use strict";
const { ViewColumn, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client, panel;

function show(answer) {
  if (!answer || !answer.svg) return;
  panel ??= window.createWebviewPanel("puzzlelang", "Board", { viewColumn: ViewColumn.Beside, preserveFocus: true });
  panel.onDidDispose(() => { panel = undefined; });
  panel.webview.html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
    `style-src 'unsafe-inline'"><style>body{background:#fff}svg{max-width:100%;max-height:95vh}</style>${answer.svg}`;
}

exports.activate = async (context) => {
  const command = workspace.getConfiguration("puzzlelang").get("command");
  client = new LanguageClient("puzzlelang", "puzzlelang", { command, args: ["language-server"] }, {
    documentSelector: [{ language: "rules" }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.rules") },
    middleware: {
      // A lens is a command of the server; its answer may have a picture.
      executeCommand: async (name, given, next) => {
        const answer = await next(name, given);
        show(answer);
        return answer;
      },
    },
  });
  context.subscriptions.push({ dispose: () => client.stop() });
  await client.start();
};

exports.deactivate = () => client?.stop();
