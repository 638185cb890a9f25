CREATE TABLE "pull_request_question" (
	"project_id" text COLLATE "C" NOT NULL,
	"pull_request" integer NOT NULL,
	"comment_id" bigint NOT NULL,
	"attempt" integer NOT NULL,
	"due_at" bigint,
	"claimed_until" bigint,
	"error" text COLLATE "C",
	"error_at" bigint,
	CONSTRAINT "pull_request_question_project_id_pull_request_pk" PRIMARY KEY("project_id","pull_request")
);
--> statement-breakpoint
ALTER TABLE "forge_connection" ADD COLUMN "webhook_secret" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "pull_request_question" ADD CONSTRAINT "pull_request_question_project_id_forge_connection_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."forge_connection"("project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pull_request_question_due" ON "pull_request_question" USING btree ("due_at") WHERE due_at is not null;