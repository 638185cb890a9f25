CREATE TABLE "access_request" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"workspace_id" text COLLATE "C",
	"message" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"declined_at" bigint
);
--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_request_subject" ON "access_request" USING btree ("user_id","subject_id");--> statement-breakpoint
CREATE INDEX "access_request_workspace" ON "access_request" USING btree ("workspace_id");